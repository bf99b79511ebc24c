// Starts the page: the player of a record within another page (`?embed`), or else the whole web app.
if (new URLSearchParams(location.search).has('embed')) void import('./embedded');
else void import('./app');
