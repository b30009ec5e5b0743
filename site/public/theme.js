// Runs before the first paint, so a chosen theme never flashes. It is a file of its own because the CSP forbids inline
// scripts. `site/lib/theme.ts` writes the same key.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') || ''
} catch {
  document.documentElement.dataset.theme = ''
}
