import { expect, test } from 'vitest'
import { svgFault } from '#lib/site/picture.ts'

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${content}</svg>`

test.each([
  svg('<title>Mine</title><circle cx="4" cy="4" r="3" fill="#c0392b"/>'),
  `<?xml version="1.0"?>\n<!-- drawn by hand -->${svg('<g style="fill:red"><path d="M0 0h8"/></g>')}`,
  svg('<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/><use href="#a"/>'),
])('accepts an image: %s', (text) => expect(svgFault(text)).toBeUndefined())

test.each([
  svg('<script>alert(1)</script>'),
  svg('<SCRIPT>alert(1)</SCRIPT>'),
  svg('<circle onload="alert(1)"/>'),
  svg('<circle oNcLiCk="alert(1)"/>'),
  svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
  svg('<image href="https://evil.example/a.png"/>'),
  svg('<use href="https://evil.example/a.svg#b"/>'),
  svg('<use xlink:href="data:image/svg+xml,x"/>'),
  svg('<a href="javascript:alert(1)"><rect/></a>'),
  svg('<style>@import "https://evil.example"</style>'),
  svg('<rect fill="url(https://evil.example/a.svg#b)"/>'),
  svg('<rect style="background:u\\72l(//evil.example)"/>'),
  svg('<rect fill="&#117;rl(//evil.example)"/>'),
  svg('<animate attributeName="href" to="javascript:alert(1)"/>'),
  svg('<svg><set attributeName="onload" to="x"/></svg>'),
  `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`,
  '<html><body/></html>',
  '<svg><g></svg>',
  `${svg('')}${svg('')}`,
  svg('<g/>'.repeat(3_000)),
])('refuses everything else: %.100s', (text) => expect(svgFault(text)).toEqual(expect.any(String)))
