; As Helix names them.
(record) @class.around
(record
  (movetext) @class.inside)
(variation) @function.around
(turn) @parameter.inside
(tag) @entry.around
(tag
  value: (_) @entry.inside)
[
  (comment)
  (line_comment)
] @comment.around
