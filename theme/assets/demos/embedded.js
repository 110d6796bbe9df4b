// A demo in a frame of another page shows itself alone (demo-page.css).
if (self !== top) document.documentElement.classList.add('embedded');
