/* The sign-up sheet: a button that prints it. Without it, the browser's own does. */
(function () {
  const button = document.getElementById('print');
  button.hidden = false;
  button.addEventListener('click', () => window.print());
})();
