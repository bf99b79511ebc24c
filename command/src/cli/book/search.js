// Searches the book without a network. `sections` is in search-index.js: address, title and text of each section.
const MAX_RESULTS = 50
const AROUND = 80
const input = document.getElementById('words')
const results = document.getElementById('results')

function found(words) {
  const hits = []
  for (const [address, title, text] of sections) {
    const heading = title.toLowerCase()
    const all = heading + '\n' + text.toLowerCase()
    if (!words.every(word => all.includes(word))) continue
    const inHeading = words.filter(word => heading.includes(word)).length
    hits.push({ address, title, text, inHeading })
  }
  // Sections whose headings have more of the words come first; others keep their order in the book.
  return hits.sort((a, b) => b.inHeading - a.inHeading)
}

function excerpt(text, words) {
  const small = text.toLowerCase()
  const place = Math.max(0, ...words.map(word => small.indexOf(word)))
  // Words stay whole.
  const start = text.lastIndexOf(' ', Math.max(0, place - AROUND)) + 1
  const space = text.indexOf(' ', place + AROUND)
  const end = space < 0 ? text.length : space
  return (start > 0 ? '… ' : '') + text.slice(start, end) + (end < text.length ? ' …' : '')
}

function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(word => word !== '')
  results.replaceChildren()
  if (words.length === 0) return
  const hits = found(words)
  const count = document.createElement('p')
  const more = hits.length > MAX_RESULTS ? `; the first ${MAX_RESULTS} are shown` : ''
  count.textContent = hits.length === 1 ? '1 section' : `${hits.length} sections${more}`
  results.append(count)
  for (const hit of hits.slice(0, MAX_RESULTS)) {
    const link = document.createElement('a')
    link.href = hit.address
    link.textContent = hit.title
    const text = document.createElement('p')
    text.textContent = excerpt(hit.text, words)
    results.append(link, text)
  }
}

input.value = new URLSearchParams(location.search).get('q') ?? ''
input.addEventListener('input', show)
show()
