-- Filter for Pandoc and Quarto: turns code blocks with the language `pips` into figures, tables and findings, and images
-- such as `![](pip:W)` into pieces. It runs the command `pipscribe` once for the document. HTML contains the figures as SVG;
-- LaTeX, ConTeXt and Typst get PDF, if the command can write it, other formats PNG.

-- Older versions have no `pandoc.json`.
PANDOC_VERSION:must_be_at_least('3.1.1', 'pipscribe needs Pandoc %s or newer; this is %s')

local settings = { command = 'pipscribe', figures = 'all' }
local SETTINGS = pandoc.List { 'command', 'figures', 'theme' }

-- Formats that contain SVG, and formats that include PDF and number figures themselves.
local INLINE = pandoc.List { 'html', 'html4', 'html5', 'revealjs', 'slidy', 's5', 'dzslides' }
local PDF = pandoc.List { 'latex', 'beamer', 'pdf', 'context', 'typst' }
local FORMAT_NAME = FORMAT:match '^[^+-]+'
local IS_HTML, IS_PDF = INLINE:includes(FORMAT_NAME), PDF:includes(FORMAT_NAME)
local MIME = { pdf = 'application/pdf', png = 'image/png' }

-- Reads the settings `pipscribe: {theme: dark}` in the metadata of the document.
local function read_settings(meta)
  for name, value in pairs(meta.pipscribe or {}) do
    if not SETTINGS:includes(name) then error('pipscribe: unknown setting `' .. name .. '`; there are command, figures and theme', 0) end
    settings[name] = pandoc.utils.stringify(value)
  end
  if settings.figures ~= 'all' and settings.figures ~= 'asked' then
    error('pipscribe: `figures` is `all` or `asked`, not `' .. settings.figures .. '`', 0)
  end
end

-- Returns the attributes of a block, or nil if its language is another. Pandoc takes `pips,turn=2` for the language.
local function attributes_of(block)
  local rest = (block.classes[1] or ''):match '^pips([,{:]?.*)$'
  if not rest or rest:match '^[%w_-]' then return nil end
  local words = { 'pips', rest }
  local function add(name, value) table.insert(words, name .. '="' .. value:gsub('[\\"]', '\\%0'):gsub('%s+', ' ') .. '"') end
  if block.identifier ~= '' then add('label', block.identifier) end
  for name, value in pairs(block.attributes) do add(name, value) end
  return table.concat(words, ' ')
end

local function lines_of(text)
  local lines = pandoc.List()
  if text ~= '' then for line in (text .. '\n'):gmatch '([^\n]*)\n' do lines:insert(line) end end
  return lines
end

-- The files of the document, as far as they can be read, each with its lines.
local function read_sources()
  local paths = PANDOC_STATE.input_files
  -- Quarto gives Pandoc a separate file.
  if quarto and quarto.doc and quarto.doc.input_file then paths = { quarto.doc.input_file } end
  local sources = pandoc.List()
  for _, path in ipairs(paths) do
    local file = io.open(path, 'rb')
    if file then
      sources:insert { path = path, lines = lines_of((file:read 'a':gsub('\r\n?', '\n'))) }
      file:close()
    end
  end
  return sources
end

local DOCUMENT = PANDOC_STATE.input_files[1] or 'document'

-- Returns the width of the margin of a block if its lines follow a line of a file, as in a list or a quotation.
local function margin_at(lines, line, block_lines)
  local margin = 0
  for index, text in ipairs(block_lines) do
    local source = lines[line + index] or ''
    local before = source:sub(1, math.max(#source - #text, 0))
    local is_same = source:sub(#before + 1) == text and before:match '^[%s>]*$'
    if not is_same and not (text == '' and source:match '^[%s>]*$') then return nil end
    if text ~= '' then margin = #before end
  end
  return (lines[line + #block_lines + 1] or ''):match '^[%s>]*[`~]+%s*$' and margin
end

-- Finds the blocks of the document, each with the place of its attributes if the file of the document can be read.
local function blocks_of(doc, sources)
  local found = pandoc.List()
  local file, line = 1, 0
  doc:walk { CodeBlock = function(block)
    local attributes = attributes_of(block)
    if not attributes then return nil end
    local new = { info = attributes, record = block.text }
    found:insert(new)
    local block_lines = lines_of(block.text)
    for at = file, #sources do
      local lines = sources[at].lines
      for number = at == file and line + 1 or 1, #lines do
        local margin = lines[number]:match '[`~][`~][`~].*pips' and margin_at(lines, number, block_lines)
        if margin then
          new.path, new.line, new.margin = sources[at].path, number, margin
          file, line = at, number
          return nil
        end
      end
    end
  end }
  return found
end

-- Pandoc makes a figure of a piece that is alone in its paragraph. Returns the paragraph.
local function unwrap_piece(figure)
  local block = #figure.content == 1 and figure.content[1]
  local image = block and block.t == 'Plain' and #block.content == 1 and block.content[1]
  if image and image.t == 'Image' and image.src:match '^pip:' then return pandoc.Para { image } end
end

-- Finds the names of the pieces in the text.
local function pieces_of(doc)
  local names = pandoc.List()
  doc:walk { Image = function(image)
    local name = image.src:match '^pip:(.*)$'
    if name and not names:includes(name) then names:insert(name) end
  end }
  return names
end

-- Removes the nulls of JSON, which count as true in Lua.
local function without_nulls(value)
  if value == pandoc.json.null then return nil end
  if type(value) ~= 'table' then return value end
  for key, inner in pairs(value) do value[key] = without_nulls(inner) end
  return value
end

-- Returns true if the command lists PDF among the features that it was built with.
local function writes_pdf()
  local is_run, about = pcall(pandoc.pipe, settings.command, { '--version', '--verbose' }, '')
  local features = is_run and about:match 'features:([^\n]*)' or ''
  return features:find '%f[%w]pdf%f[%W]' ~= nil
end

-- Runs the command for the whole document.
local function drawn(blocks, names, format)
  local given = blocks:map(function(block) return { info = block.info, text = block.record, line = block.line } end)
  local input = {
    blocks = given, pieces = names, figures = settings.figures, theme = settings.theme, format = format, players = IS_HTML,
    path = PANDOC_STATE.input_files[1],
  }
  local is_run, output = pcall(pandoc.pipe, settings.command, { 'mdbook', 'blocks' }, pandoc.json.encode(input))
  if is_run then return without_nulls(pandoc.json.decode(output, false)) end
  local status = type(output) == 'table' and output.error_code
  if status == 2 then return nil end
  error('pipscribe: the command `' .. settings.command .. '` cannot be run', 0)
end

-- Returns the error of a block with its place in the document, or else with the number of the block.
local function place_of(block, number, fault)
  if not block.line then
    local place = fault.line == 0 and 'its attributes' or ('line %d, column %d'):format(fault.line, fault.column)
    return ('%s, block %d, %s'):format(DOCUMENT, number, place)
  end
  if fault.line == 0 then return ('%s:%d'):format(block.path, block.line) end
  return ('%s:%d:%d'):format(block.path, block.line + fault.line, fault.column + block.margin)
end

-- Returns the place of a piece in the document.
local function place_of_piece(name, sources)
  for _, source in ipairs(sources) do
    for number, line in ipairs(source.lines) do
      local column = line:find('(pip:' .. name .. ')', 1, true)
      if column then return ('%s:%d:%d'):format(source.path, number, column + 5) end
    end
  end
  return DOCUMENT
end

-- Ends the run if blocks or pieces are invalid.
local function refuse_errors(made, blocks, names, sources)
  local messages = pandoc.List()
  for number, block in ipairs(made.blocks) do
    for _, fault in ipairs(block.errors or {}) do
      messages:insert(('pipscribe: %s: %s'):format(place_of(blocks[number], number, fault), fault.message))
    end
  end
  for number, piece in ipairs(made.pieces) do
    if piece.error then messages:insert(('pipscribe: %s: %s'):format(place_of_piece(names[number], sources), piece.error)) end
  end
  if #messages > 0 then error(table.concat(messages, '\n'), 0) end
end

local function escaped(text)
  return (text:gsub('[&<>"]', { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;' }))
end

-- Puts an image in base64 into the media bag, and returns its name.
local function stored(part, format, name)
  local _, bytes = pandoc.mediabag.fetch(('data:%s;base64,%s'):format(MIME[format], part[format]))
  local path = ('%s.%s'):format(name, format)
  pandoc.mediabag.insert(path, MIME[format], bytes)
  return path
end

-- Generator of the parts of the blocks, with the figures so far.
local Writer = {}
Writer.__index = Writer

function Writer:figure(part)
  self.figures = self.figures + 1
  if part.text then
    local caption = part.full_caption and '\n\n' .. part.full_caption or ''
    return pandoc.CodeBlock(part.text:gsub('%s+$', '') .. caption, { '', { 'text' } })
  end
  local width = part.width and part.width.number .. part.width.unit
  if IS_HTML then
    local style = (width and 'width: ' .. width or 'max-width: 100%') .. '; height: auto'
    local svg = part.svg:gsub('^<svg ', function() return '<svg style="' .. style .. '" ' end):gsub('%s+$', '')
    local id = part.label and ' id="' .. part.label .. '"' or ''
    local caption = part.full_caption and '<figcaption>' .. escaped(part.full_caption) .. '</figcaption>\n' or ''
    return pandoc.RawBlock('html', ('<figure class="pipscribe"%s>\n%s\n%s</figure>'):format(id, svg, caption))
  end
  local caption = part.full_caption
  local label = part.label
  if IS_PDF then
    caption = part.caption
    -- The solution of a puzzle refers to its figure.
    if part.numbered and caption then label = label or 'pips-figure-' .. self.figures end
    self.label = part.numbered and caption and label
  end
  local image = pandoc.Image(part.alt, stored(part, self.format, 'pips-' .. (part.label or self.figures)), '', { width = width })
  return pandoc.Figure({ pandoc.Plain { image } }, caption and { pandoc.Plain(caption) } or {}, { label or '', { 'pipscribe' } })
end

-- Returns the number of a puzzle. Formats that number figures themselves know the number of its figure.
function Writer:number(number, puzzle)
  local label = puzzle and puzzle.numbered and self.labels[puzzle.block + 1]
  if not label then return pandoc.Str(('%d'):format(number)) end
  if FORMAT_NAME == 'typst' then return pandoc.RawInline('typst', ('#ref(<%s>, supplement: none)'):format(label)) end
  if FORMAT_NAME == 'context' then return pandoc.RawInline('context', ('\\in[%s]'):format(label)) end
  return pandoc.RawInline('latex', ('\\ref{%s}'):format(label))
end

function Writer:table(part)
  local function cells(first, second, third) return { { pandoc.Plain { first } }, { pandoc.Plain { second } }, { pandoc.Plain { third } } } end
  local rows = pandoc.List()
  for index, row in ipairs(part.rows) do
    local number = self:number(row[1], part.puzzles and part.puzzles[index])
    rows:insert(cells(number, pandoc.Str(row[2]), pandoc.Code(row[3])))
  end
  local head = cells(table.unpack(pandoc.List(part.head):map(pandoc.Str)))
  return pandoc.utils.from_simple_table(pandoc.SimpleTable({}, { 'AlignRight', 'AlignDefault', 'AlignDefault' }, { 0, 0, 0 }, head, rows))
end

function Writer:part(part)
  if part.kind == 'figure' then return self:figure(part) end
  if part.kind == 'table' then return self:table(part) end
  if part.kind == 'finding' then return pandoc.CodeBlock(part.text:gsub('%s+$', ''), { '', { 'text' } }) end
  if part.html then return pandoc.RawBlock('html', part.html) end
  return pandoc.Para { pandoc.Link(part.said, part.address) }
end

-- Returns the replacement of a block.
function Writer:block(block)
  local made = pandoc.List()
  if not block.hidden then made:insert(pandoc.CodeBlock(block.record, { '', { 'pips' } })) end
  self.label = nil
  for _, part in ipairs(block.parts) do made:insert(self:part(part)) end
  self.labels:insert(self.label or false)
  return made
end

-- Returns a piece in a line of text.
local function piece_of(image, name, piece, format)
  local alt = pandoc.utils.stringify(image.caption)
  if alt == '' then alt = piece.alt end
  if IS_HTML then
    local address = piece.svg:gsub('[^%w]', function(sign) return ('%%%02X'):format(sign:byte()) end)
    return pandoc.RawInline('html', ('<img data-pip="%s" src="data:image/svg+xml,%s" alt="%s" style="height: %s; vertical-align: -%s">')
      :format(escaped(name), address, escaped(alt), piece.height, piece.depth))
  end
  local file = stored(piece, format, 'pips-piece-' .. name:gsub('[^%w]', '-'))
  local shown = pandoc.Image(alt, file, '', { height = piece.height })
  if FORMAT_NAME == 'latex' or FORMAT_NAME == 'beamer' or FORMAT_NAME == 'pdf' then
    return { pandoc.RawInline('latex', '\\raisebox{-' .. piece.depth .. '}{'), shown, pandoc.RawInline('latex', '}') }
  elseif FORMAT_NAME == 'typst' then
    return { pandoc.RawInline('typst', '#box(baseline: ' .. piece.depth .. ')['), shown, pandoc.RawInline('typst', ']') }
  end
  return shown
end

function Pandoc(doc)
  read_settings(doc.meta)
  doc = doc:walk { Figure = unwrap_piece }
  local sources = read_sources()
  local blocks, names = blocks_of(doc, sources), pieces_of(doc)
  if #blocks == 0 and #names == 0 then return nil end

  -- A command that was built without PDF, such as that of the Python package, draws PNG.
  local format = IS_HTML and 'svg' or IS_PDF and writes_pdf() and 'pdf' or 'png'
  local made = drawn(blocks, names, format)
  if not made then error('pipscribe: the blocks cannot be drawn', 0) end
  refuse_errors(made, blocks, names, sources)

  local writer = setmetatable({ figures = 0, labels = pandoc.List(), format = format }, Writer)
  local at = 0
  return doc:walk {
    CodeBlock = function(block)
      if not attributes_of(block) then return nil end
      at = at + 1
      return writer:block(made.blocks[at])
    end,
    Image = function(image)
      local name = image.src:match '^pip:(.*)$'
      if not name then return nil end
      local _, index = names:find(name)
      return piece_of(image, name, made.pieces[index], format)
    end,
  }
end
