[
  (record)
  (header)
  (variation)
  (comment)
] @fold
