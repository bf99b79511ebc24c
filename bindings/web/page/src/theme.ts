// Runs before the first paint, to apply the theme chosen last time, and to show the record at once if the address or
// this tab has one.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  if (sessionStorage.getItem('pipscribe-open')) document.documentElement.dataset.start = 'record';
} catch {
  // Without access to storage, the system's setting applies.
}
if (location.hash.startsWith('#s=')) document.documentElement.dataset.start = 'record';
if (new URLSearchParams(location.search).has('embed')) document.documentElement.classList.add('embedded');
