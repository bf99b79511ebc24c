// Runs before the first paint, to apply the theme chosen last time.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Without access to storage, the system's setting applies.
}
