// The drawer: Material opens and closes it by a checkbox, which no keyboard can reach; this is its
// button. Without a script the navigation stands beneath the page.

{
  const drawer = document.querySelector('#__drawer');
  const menu = document.querySelector('.md-header__menu');

  const say = () => menu.setAttribute('aria-expanded', String(drawer.checked));

  menu.addEventListener('click', () => drawer.click());
  drawer.addEventListener('change', say);
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !drawer.checked) return;
    drawer.click();
    menu.focus();
  });
  say();
}
