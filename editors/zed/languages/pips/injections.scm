; What is said of a game may hold a TODO or an address.
([
  (comment)
  (line_comment)
] @injection.content
  (#set! injection.language "comment"))
