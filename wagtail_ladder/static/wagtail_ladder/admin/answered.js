/*
 * A page that is the answer to a form cannot be fetched again: going back to it, a browser shows an error page
 * of its own. Once such a page is left by its form, its place in the history is that of the form as it is now.
 */
document.addEventListener('submit', () => window.history.replaceState(null, '', window.location.href), true);
