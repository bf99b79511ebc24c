#!/usr/bin/env node
// A command that makes a page of what it reads.
let text = '';
process.stdin.on('data', part => (text += part)).on('end', () => console.log(`<!-- ${text} --></html>`));
