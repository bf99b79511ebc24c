-- Filter for Pandoc and Quarto: turns code blocks with the language `pips` into figures, tables and findings. It runs the
-- command `pipscribe`. HTML contains the figures as SVG; LaTeX, ConTeXt and Typst get PDF, other formats PNG.

local settings = { command = 'pipscribe', theme = 'print', figures = 'all' }

-- Formats that contain SVG, and formats that include PDF.
local INLINE = pandoc.List { 'html', 'html4', 'html5', 'revealjs', 'slidy', 's5', 'dzslides' }
local PDF = pandoc.List { 'latex', 'beamer', 'pdf', 'context', 'typst' }
local FORMAT_NAME = FORMAT:match '^[^+-]+'

-- Reads the settings `pipscribe: {theme: dark}` in the metadata of the document.
local function read_settings(meta)
  for name, value in pairs(meta.pipscribe or {}) do
    if not settings[name] then error('pipscribe: unknown setting `' .. name .. '`; there are command, figures and theme', 0) end
    settings[name] = pandoc.utils.stringify(value)
  end
end

-- Returns the attributes of the block, or nil if its language is another. Pandoc takes `pips,turn=2` for the language.
local function attributes_of(block, last_number)
  local rest = (block.classes[1] or ''):match '^pips([,{:]?.*)$'
  if not rest or rest:match '^[%w_-]' then return nil end
  local words = { rest }
  local function add(name, value) table.insert(words, name .. '="' .. value:gsub('[\\"]', '\\%0'):gsub('%s+', ' ') .. '"') end
  if block.identifier ~= '' then add('label', block.identifier) end
  local number = block.attributes.number
  if PDF:includes(FORMAT_NAME) then
    -- These formats number figures themselves.
    block.attributes.number = nil
  elseif number and number ~= 'no' then
    last_number = tonumber(number) or last_number + 1
    block.attributes.number = tostring(last_number)
  end
  for name, value in pairs(block.attributes) do add(name, value) end
  return table.concat(words, ' '), last_number
end

-- Finds the blocks of the document.
local function blocks_of(doc)
  local found, number = pandoc.List(), 0
  doc:walk { CodeBlock = function(block)
    local attributes, last = attributes_of(block, number)
    if attributes then
      number = last
      found:insert { attributes = attributes, record = block.text }
    end
  end }
  return found
end

-- Runs the command, which prints its errors itself.
local function run(...)
  local done, result = pcall(pandoc.pipe, settings.command, ...)
  if done then return result end
  local status = type(result) == 'table' and result.error_code
  if status == 1 or status == 2 then return nil end
  error('pipscribe: the command `' .. settings.command .. '` cannot be run', 0)
end

-- Draws all blocks as the preprocessor of mdBook does. Adds the resulting blocks of Pandoc to each.
local function preprocess(blocks)
  local document = (PANDOC_STATE.input_files[1] or 'document'):gsub('^.*[/\\]', '')
  local items = blocks:map(function(block, at)
    local longest = 2
    for ticks in block.record:gmatch '`+' do longest = math.max(longest, #ticks) end
    local fence = ('`'):rep(longest + 1)
    local content = ('%spips %s\n%s\n%s\n'):format(fence, block.attributes, block.record, fence)
    -- The command reports errors under this path.
    return { Chapter = { name = '', path = ('%s, block %d'):format(document, at), content = content } }
  end)
  local own = { theme = settings.theme, figures = settings.figures }
  local context = { root = pandoc.system.get_working_directory(), config = { book = { src = '.' }, preprocessor = { pipscribe = own } } }
  local output = run({ 'mdbook' }, pandoc.json.encode { context, { items = items } })
  if not output then error('pipscribe: a block is invalid; lines are counted from the line of its attributes', 0) end
  for at, item in ipairs(pandoc.json.decode(output, false).items) do
    blocks[at].made = pandoc.read(item.Chapter.content, 'commonmark+pipe_tables').blocks
  end
end

-- Draws all blocks into files, in this format. Returns the names of their images in the media bag, or nil.
local function draw(blocks, format)
  local page = blocks:map(function(block)
    return ('%% pips: %s\n\\begin{pips}\n%s\n\\end{pips}\n'):format(block.attributes, block.record)
  end)
  return pandoc.system.with_temporary_directory('pips', function(folder)
    local path = folder .. '/pips.tex'
    local file = assert(io.open(path, 'wb'))
    file:write(table.concat(page, '\n'))
    file:close()
    local paper = format == 'png' and { '--dpi', '300' } or {}
    if not run({ 'figures', '--quiet', '--theme', settings.theme, '--format', format, path, table.unpack(paper) }, '') then return nil end
    local names = pandoc.List()
    for line in io.lines(path) do
      local name = line:match '^\\includegraphics.*{([^{}]*)}$'
      if name then
        local image = assert(io.open(folder .. '/' .. name, 'rb'))
        pandoc.mediabag.insert(name, format == 'png' and 'image/png' or 'application/pdf', image:read 'a')
        image:close()
        names:insert(name)
      end
    end
    return names
  end)
end

-- Returns a figure of Pandoc for one in HTML.
local function figure(html, name)
  local function text(tag)
    local inner = html:match('<' .. tag .. '>(.-)</' .. tag .. '>')
    return inner and pandoc.utils.stringify(pandoc.read(inner, 'html'))
  end
  local alt, caption = text 'desc' or '', text 'figcaption'
  local image = pandoc.Image(alt, name, '', { width = html:match '<svg style="width: ([^;]*);' })
  local label = html:match '^<figure class="pipscribe" id="([^"]*)"' or ''
  return pandoc.Figure({ pandoc.Plain { image } }, caption and { pandoc.Plain(caption) } or {}, { label, { 'pipscribe' } })
end

-- Replaces the figures in HTML by images.
local function use_images(blocks)
  local names = PDF:includes(FORMAT_NAME) and draw(blocks, 'pdf') or draw(blocks, 'png')
  if not names then error('pipscribe: the images cannot be drawn', 0) end
  local count = 0
  for _, block in ipairs(blocks) do
    block.made = block.made:map(function(part)
      if part.t ~= 'RawBlock' or not part.text:match '^<figure class="pipscribe"' then return part end
      count = count + 1
      return figure(part.text, names[count])
    end)
  end
end

function Pandoc(doc)
  read_settings(doc.meta)
  local blocks = blocks_of(doc)
  if #blocks == 0 then return nil end
  preprocess(blocks)
  if not INLINE:includes(FORMAT_NAME) then use_images(blocks) end
  local at = 0
  return doc:walk { CodeBlock = function(block)
    if not attributes_of(block, 0) then return nil end
    at = at + 1
    return blocks[at].made
  end }
end
