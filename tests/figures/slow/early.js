// Before the page's own script: whatever goes wrong is kept.
window.faults = [];
addEventListener("error", (event) => faults.push(`error: ${event.message}`));
addEventListener("unhandledrejection", (event) => faults.push(`rejection: ${event.reason}`));
addEventListener("securitypolicyviolation", (event) => faults.push(`policy: ${event.violatedDirective}`));
for (const level of ["error", "warn"]) console[level] = (...words) => faults.push(`${level}: ${words.join(" ")}`);
