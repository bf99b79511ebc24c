; Names that tree-sitter, Neovim, Helix and Zed all know. What stands further down goes before what stands above.

; ---- records

(line_comment) @comment
(comment) @comment

(tag ["[" "]"] @punctuation.bracket)
(tag_name) @tag
(string) @string
(unclosed_string) @string
(escape_sequence) @string.escape

; The tag that opens a record, and says its game.
((tag
  name: (tag_name) @keyword
  value: (string) @string.special)
  (#eq? @keyword "Game"))

; ---- movetext

(turn_number) @punctuation.special
(variation ["(" ")"] @punctuation.bracket)
(glyph) @attribute
(suffix) @attribute
(result) @constant.builtin

; ---- turns

[";" "," "-" "@" "/" ":"] @punctuation.delimiter

(point) @variable
(coordinate) @variable
(piece) @constant
(facing) @constant.builtin
(rank) @type
(mark) @operator
(seat) @constant.builtin
(colour) @constant.builtin
(word) @keyword
(aside "s" @keyword)
(removal "x" @operator)

; ---- commands

(command ["[%" "]"] @punctuation.bracket)
(command_name) @function.macro
(argument) @variable.parameter
(code) @constant
(command (string) @string)

(unknown) @error
