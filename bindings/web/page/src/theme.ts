// Runs before anything is drawn: what was chosen last time holds.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Where nothing may be kept, the system's choice holds.
}
