import { type Tag, tags } from '@muster/contract/tags.ts'
import { micromark } from 'micromark'
import { version } from '../version.ts'

type Json = Record<string, unknown>

interface Parameter extends Json {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Json
}

interface Media {
  schema?: Json
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Operation extends Json {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { description?: string; content: Record<string, Media> }
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, Media> }>
}

export interface Described {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: Record<'schemas' | 'parameters', Record<string, Json>> & {
    responses: Record<string, { description: string }>
  }
}

/** A guide: a file of `docs/`. */
export interface Guide {
  slug: string
  title: string
  markdown: string
}

interface Layout {
  root: string
  guides: readonly Guide[]
  title: string
  content: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(value: unknown): string {
  return String(value).replace(/[&<>"]/g, (sign) => entities[sign]!)
}

/** Returns the part of an address that names this. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

const headings = /^## (.+)$/gm

function inline(text: string | undefined): string {
  return text ? micromark(text).replace(/^<p>([\s\S]*)<\/p>$/, '$1') : ''
}

/** Renders a table, which CommonMark does not have. The second line only separates the head. */
function renderTable(lines: readonly string[]): string {
  const [head, , ...rows] = lines.map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim())),
  )
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  return `<table><thead>${row(head!, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
}

/** Renders Markdown of our own files and of endpoints' descriptions. Links between files of `docs/` lead to their pages. */
function renderMarkdown(markdown: string, root: string, guides: readonly Guide[]): string {
  const known = new Set(guides.map(({ slug }) => slug))
  return markdown
    .split(/((?:^\|.*\|\n?)+)/m)
    .map((part) => (part.startsWith('|') ? renderTable(part.trim().split('\n')) : micromark(part)))
    .join('')
    .replace(
      /<h([1-3])>(.*?)<\/h\1>/g,
      (_, depth, text) => `<h${depth} id="${slugOf(text)}">${text}</h${depth}>`,
    )
    .replace(/<a href="([\w-]+)\.md(#[^"]*)?">(.*?)<\/a>/g, (_, file, anchor = '', text) =>
      known.has(file) ? `<a href="${root}/${file}${anchor}">${text}</a>` : text,
    )
}

/** Draws a schema: named ones as links, and the properties of others below it. */
class SchemaText {
  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  typeOf(schema: Json): string {
    const {
      $ref,
      anyOf,
      enum: values,
      items,
      type,
      format,
    } = schema as {
      $ref?: string
      anyOf?: Json[]
      enum?: unknown[]
      items?: Json
      type?: string | string[]
      format?: string
    }
    if ($ref) {
      const name = $ref.slice($ref.lastIndexOf('/') + 1)
      return `<a href="${this.root}/schemas/${name}">${name}</a>`
    }
    if (anyOf) return anyOf.map((one) => this.typeOf(one)).join(' or ')
    if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
    if (values) return values.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(', ')
    if (type === 'array' && items) return `array of ${this.typeOf(items)}`
    const name = Array.isArray(type) ? type.join(' or ') : (type ?? 'any')
    return escapeHtml(format ? `${name} (${format})` : name)
  }

  limitsOf(schema: Json): string {
    const limits = [
      ['minLength', 'at least', 'characters'],
      ['maxLength', 'at most', 'characters'],
      ['minimum', 'from', ''],
      ['maximum', 'to', ''],
      ['minItems', 'at least', 'items'],
      ['maxItems', 'at most', 'items'],
    ].flatMap(([key, words, unit]) => (key! in schema ? `${words} ${schema[key!]} ${unit}`.trim() : []))
    if ('default' in schema) limits.push(`default ${JSON.stringify(schema.default)}`)
    return limits.length > 0 ? `<span class="limits">${escapeHtml(limits.join(', '))}</span>` : ''
  }

  /** Draws the properties of an object, of the items of an array, or of the forms that a value may have. */
  properties(schema: Json): string {
    const {
      properties,
      required = [],
      items,
      anyOf,
    } = schema as {
      properties?: Record<string, Json>
      required?: string[]
      items?: Json
      anyOf?: Json[]
    }
    if (items) return this.properties(items)
    if (anyOf) return anyOf.map((one) => this.properties(one)).join('')
    if (!properties) return ''
    const rows = Object.entries(properties).map(([name, property]) =>
      this.row(name, property, required.includes(name), inline(property.description as string)),
    )
    return `<dl>${rows.join('')}</dl>`
  }

  row(name: string, schema: Json, isRequired: boolean, description: string): string {
    return `<dt><code>${escapeHtml(name)}</code> <span class="type">${this.typeOf(schema)}</span>${
      isRequired ? '' : ' <span class="optional">optional</span>'
    } ${this.limitsOf(schema)}</dt><dd>${description}${this.properties(schema)}</dd>`
  }
}

function example(media: Media): string {
  const values = Object.values(media.examples ?? {}).map(({ value }) => value)
  const [first] = media.example === undefined ? values : [media.example]
  return first === undefined
    ? ''
    : `<p>Example</p><pre tabindex="0"><code>${escapeHtml(JSON.stringify(first, null, 2))}</code></pre>`
}

function body(content: Record<string, Media>, document: Described, text: SchemaText): string {
  return Object.entries(content)
    .map(([type, media]) => {
      const schema = media.schema ?? {}
      const name = String(schema.$ref ?? '').replace(/^.*\//, '')
      const shown = document.components.schemas[name] ?? schema
      return `<p><code>${escapeHtml(type)}</code> ${text.typeOf(schema)}</p>${text.properties(shown)}${example(media)}`
    })
    .join('')
}

function parametersOf(operation: Operation, document: Described, text: SchemaText): string {
  const parameters = (operation.parameters ?? []).map((one) =>
    one.$ref ? (document.components.parameters[one.$ref.replace(/^.*\//, '')] as Parameter) : one,
  )
  const groups = Object.groupBy(parameters, (one) => one.in)
  return Object.entries(groups)
    .map(([place, found]) => {
      const rows = found!.map(({ name, schema, required, description }) =>
        text.row(name, schema, required ?? false, inline(description)),
      )
      return `<h4>Parameters in the ${place}</h4><dl>${rows.join('')}</dl>`
    })
    .join('')
}

function responsesOf(operation: Operation, document: Described, text: SchemaText): string {
  const all = Object.entries(operation.responses)
  const found = all.filter(([status]) => /^2/.test(status))
  const errors = all.filter(([status]) => /^[45]\d\d$/.test(status))
  const meaning = ($ref: string | undefined, description: string | undefined) =>
    inline($ref ? document.components.responses[$ref.replace(/^.*\//, '')]?.description : description)
  return [
    ...found.map(
      ([status, { description, content }]) =>
        `<h4>Response ${status}</h4>${content ? body(content, document, text) : `<p>${inline(description)}</p>`}`,
    ),
    errors.length === 0 ? '' : '<h4>Errors</h4><dl>',
    ...errors.map(
      ([status, { $ref, description }]) =>
        `<dt><code>${status}</code></dt><dd>${meaning($ref, description)}</dd>`,
    ),
    errors.length === 0 ? '' : '</dl>',
  ].join('')
}

function drawOperation(
  method: string,
  path: string,
  operation: Operation,
  page: Omit<Layout, 'title' | 'content'> & { document: Described },
) {
  const text = new SchemaText(page.root)
  const { requestBody } = operation
  return `<section id="${operation.operationId}">
<h2>${escapeHtml(operation.summary)}</h2>
<p class="address"><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>
${renderMarkdown(operation.description ?? '', page.root, page.guides)}
${parametersOf(operation, page.document, text)}
${requestBody ? `<h4>Body</h4><p>${inline(requestBody.description)}</p>${body(requestBody.content, page.document, text)}` : ''}
${responsesOf(operation, page.document, text)}
</section>`
}

/** Returns all operations of a group, in the order of the document. */
function operationsOf(document: Described, tag: string) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags, operationId }]) => tags[0] === tag && !operationId.endsWith('WithPut'))
      .map(([method, operation]) => ({ method, path, operation })),
  )
}

function layout({ root, guides, title, content }: Layout): string {
  const [first] = guides
  const sections = [...(first?.markdown.matchAll(headings) ?? [])].map(
    ([, name]) => `<li><a href="${root}#${slugOf(name!)}">${escapeHtml(name)}</a></li>`,
  )
  const more = guides
    .slice(1)
    .map(({ slug, title }) => `<li><a href="${root}/${slug}">${escapeHtml(title)}</a></li>`)
  const groups = Object.keys(tags).map(
    (name) => `<li><a href="${root}/reference/${slugOf(name)}">${escapeHtml(name)}</a></li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Muster API</title>
<link rel="stylesheet" href="${root}/docs.css">
<link rel="icon" href="/favicon.svg">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="Documentation">
<p class="name"><a href="${root}">Muster API</a> <span>${escapeHtml(version)}</span></p>
<h2>Guide</h2><ul>${sections.join('')}${more.join('')}</ul>
<h2>Reference</h2><ul><li><a href="${root}/reference">All operations</a></li>${groups.join('')}<li><a href="${root}/messages">Webhook messages</a></li></ul>
<p><a href="/api/v1/openapi.json">OpenAPI 3.1 (JSON)</a></p>
</nav>
<main id="content">
${content}
</main>
</body>
</html>
`
}

/**
 * Returns a function that draws the page at a path below the root, or undefined if there is none. Guides do not wait for
 * the document.
 */
export function createDocsPages(root: string, describe: () => Described, guides: readonly Guide[]) {
  const page = { root, guides }
  const draw = (title: string, content: string) => layout({ ...page, title, content })

  function drawGroup(name: Tag): string {
    const document = describe()
    const found = operationsOf(document, name)
    const list = found.map(
      ({ operation }) => `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`,
    )
    const sections = found.map(({ method, path, operation }) =>
      drawOperation(method, path, operation, { ...page, document }),
    )
    return draw(
      name,
      `<h1>${escapeHtml(name)}</h1><p>${escapeHtml(tags[name])}.</p><ul>${list.join('')}</ul>${sections.join('')}`,
    )
  }

  function drawIndex(): string {
    const document = describe()
    const groups = Object.entries(tags).map(([name, description]) => {
      const address = `${root}/reference/${slugOf(name)}`
      const rows = operationsOf(document, name).map(
        ({ method, path, operation }) =>
          `<li><a href="${address}#${operation.operationId}">${escapeHtml(operation.summary)}</a> <span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></li>`,
      )
      return `<h2><a href="${address}">${escapeHtml(name)}</a></h2><p>${escapeHtml(description)}.</p><ul class="operations">${rows.join('')}</ul>`
    })
    return draw('All operations', `<h1>All operations</h1>${groups.join('')}`)
  }

  function drawMessages(): string {
    const document = describe()
    const sections = Object.entries(document.webhooks).map(([event, { post }]) =>
      drawOperation('post', event, post, { ...page, document }),
    )
    return draw('Webhook messages', `<h1>Webhook messages</h1>${sections.join('')}`)
  }

  function drawSchema(name: string): string | undefined {
    const { schemas } = describe().components
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (!schema) return undefined
    const text = new SchemaText(root)
    const type = schema.properties ? '' : `<p>${text.typeOf(schema)}</p>`
    return draw(
      name,
      `<h1>${escapeHtml(name)}</h1><p>${inline(schema.description as string)}</p>${type}${text.properties(schema)}`,
    )
  }

  return (path: string): string | undefined => {
    const [kind = '', name = '', ...rest] = path.split('/').filter(Boolean)
    if (rest.length > 0) return undefined
    if (kind === 'schemas') return drawSchema(name)
    if (kind === 'reference' && name) {
      const group = (Object.keys(tags) as Tag[]).find((tag) => slugOf(tag) === name)
      return group && drawGroup(group)
    }
    if (name) return undefined
    if (kind === 'reference') return drawIndex()
    if (kind === 'messages') return drawMessages()
    const guide = kind ? guides.slice(1).find(({ slug }) => slug === kind) : guides[0]
    return guide && draw(guide.title, renderMarkdown(guide.markdown, root, guides))
  }
}
