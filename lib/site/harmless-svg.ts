import { XMLParser } from 'fast-xml-parser'

/**
 * Shapes, text and paint. Everything else, such as scripts, styles, links, animations and foreign content, is refused.
 */
const elements = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan ' +
    'linearGradient radialGradient stop clipPath mask pattern'
  ).split(' '),
)
const elementsMax = 2_000

/** With `preserveOrder`, an element is an object of its name and, under `:@`, its attributes. */
type Node = Record<string, unknown>

const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '' })

const attributeFault = (name: string, value: string): string | undefined => {
  const local = name.replace(/^.*:/, '').toLowerCase()
  if (local.startsWith('on')) return `has the event handler ${name}`
  if (local === 'href' && !value.trim().startsWith('#')) return 'links to an external resource'
  // A backslash or a character reference can disguise `url`.
  const withoutLocal = value.replace(/url\(\s*["']?#/gi, '')
  if (/url\s*\(|@import|\\|&#|javascript:/i.test(withoutLocal)) return `refers to an external resource in ${name}`
  return undefined
}

const nodeFault = (nodes: readonly Node[], counted: { elements: number }): string | undefined => {
  for (const { ':@': attributes, '#text': _text, ...rest } of nodes) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
      const fault = attributeFault(name, String(value))
      if (fault) return fault
    }
    for (const [name, children] of Object.entries(rest)) {
      if (name === '?xml') continue
      counted.elements += 1
      if (counted.elements > elementsMax) return `has more than ${elementsMax} elements`
      if (!elements.has(name)) return `has the element <${name.slice(0, 40)}>, which is not allowed`
      const fault = Array.isArray(children) ? nodeFault(children, counted) : undefined
      if (fault) return fault
    }
  }
  return undefined
}

/**
 * Why an SVG is refused, as a clause that follows its name; undefined for an image without scripts, styles or external
 * references. Pages only show it in `<img>`, which runs nothing; this also covers a browser that opens the file itself.
 */
export const svgFault = (text: string): string | undefined => {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return 'has a DOCTYPE, which is not allowed'
  try {
    const nodes: Node[] = parser.parse(text, true)
    const roots = nodes.flatMap((node) => Object.keys(node)).filter((name) => !['?xml', ':@', '#text'].includes(name))
    if (roots.join() !== 'svg') return 'is not an SVG document'
    return nodeFault(nodes, { elements: 0 })
  } catch {
    return 'is not well-formed XML'
  }
}
