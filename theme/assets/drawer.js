// The drawer opens without a script (a label and a checkbox). This says to a screen reader whether
// it is open, and closes it on Escape.

const drawer = document.querySelector('#__drawer');
const button = document.querySelector('.md-header__menu');

const say = () => button.setAttribute('aria-expanded', String(drawer.checked));

drawer.addEventListener('change', say);
document.addEventListener('keydown', event => {
  if (event.key !== 'Escape' || !drawer.checked) return;
  drawer.click();
  button.focus();
});
say();
