import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { Previews } from '#lib/media/make-previews.ts'
import { createPreviewer } from '#lib/media/previewer.ts'
import { animation, claimedPng, isLike, lookAt, picture, svg, testDirectories } from './media-fixture.ts'

const previewer = createPreviewer()
afterAll(() => previewer.close())
const directory = testDirectories()

const previewsOf = async (body: Uint8Array, mimetype: string): Promise<Previews> => {
  const outcome = await previewer.make({ body, mimetype })
  if (!('previews' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.previews
}
const outcomeOf = async (body: Uint8Array, mimetype: string): Promise<string> =>
  Object.keys(await previewer.make({ body, mimetype }))[0] ?? ''

describe('images', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)(
    '%s: three sizes with the original aspect ratio',
    async (format) => {
      const { width, height, files } = await previewsOf(await picture(format, 800, 400), `image/${format}`)
      expect({ width, height }).toEqual({ width: 800, height: 400 })
      expect(await lookAt(files.low)).toMatchObject({ width: 100, height: 50 })
      expect(await lookAt(files.medium)).toMatchObject({ width: 250, height: 125 })
      const high = await lookAt(files.high)
      expect(high).toMatchObject({ width: 500, height: 250 })
      expect(high.colour[0]).toBeGreaterThan(180)
      expect((await sharp(files.high).metadata()).format).toBe('webp')
    },
  )

  test('a small image is not enlarged; a thin one keeps a width of at least one pixel', async () => {
    const small = await previewsOf(await picture('png', 24, 30), 'image/png')
    for (const file of Object.values(small.files)) expect(await lookAt(file)).toMatchObject({ width: 24, height: 30 })
    const thin = await previewsOf(await picture('png', 1, 4_000), 'image/png')
    expect(await lookAt(thin.files.low)).toMatchObject({ width: 1, height: 100 })
  })

  test('of an animation, only the first frame is used', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const { width, height, files } = await previewsOf(await animation(format, 300), `image/${format}`)
      expect({ width, height }).toEqual({ width: 300, height: 300 })
      const seen = await lookAt(files.high)
      expect(seen).toMatchObject({ width: 300, height: 300 })
      expect(seen.colour[0]).toBeGreaterThan(150)
    }
  })

  test('EXIF orientation is applied, transparency is kept, 16-bit and grey images are read', async () => {
    const sideways = await sharp(await picture('jpeg', 400, 200))
      .withExif({})
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const upright = await previewsOf(sideways, 'image/jpeg')
    expect([upright.width, upright.height]).toEqual([200, 400])
    expect(await lookAt(upright.files.low)).toMatchObject({ width: 50, height: 100 })
    const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    expect((await lookAt((await previewsOf(await clear.png().toBuffer(), 'image/png')).files.low)).colour[3]).toBe(0)
    for (const space of ['rgb16', 'b-w', 'grey16'] as const) {
      const file = await sharp(await picture('png', 9, 9))
        .toColourspace(space)
        .png()
        .toBuffer()
      const seen = await lookAt((await previewsOf(file, 'image/png')).files.low)
      expect(seen.colour[0], space).toBeGreaterThan(40)
    }
  })
})

describe('SVG', () => {
  test('is drawn at the size of the largest preview, whatever size it declares', async () => {
    for (const size of ['width="300" height="150"', 'viewBox="0 0 30 15"', 'width="100000" height="50000"']) {
      const drawn = await previewsOf(svg('<rect width="100%" height="100%" fill="#c81e1e"/>', size), 'image/svg+xml')
      const seen = await lookAt(drawn.files.high)
      expect(seen).toMatchObject({ width: 500, height: 250 })
      expect(isLike(seen.colour, [200, 30, 30, 255])).toBe(true)
    }
  })

  test('loads nothing external and runs no script', async () => {
    let requests = 0
    const server = createServer((_, response) => {
      requests += 1
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const folder = directory()
    mkdirSync(folder)
    const file = join(folder, 'secret.png')
    writeFileSync(file, await picture('png', 50, 50))
    const inside = [
      ...[`file://${file}`, file, `${base}/a.png`].map((href) => `<image href="${href}" width="300" height="150"/>`),
      `<image xlink:href="file://${file}" width="300" height="150"/>`,
      `<style>@import url(${base}/b.css); rect { fill: url(${base}/c.svg#x) }</style><rect width="300" height="150"/>`,
      `<filter id="f"><feImage href="file://${file}"/></filter><g filter="url(#f)"><rect width="300" height="150"/></g>`,
      `<xi:include href="file:///etc/hostname" parse="text"/><use href="${base}/d.svg#x"/>`,
      `<script href="${base}/e.js"/><script>fetch('${base}/f')</script><foreignObject><img src="${base}/g"/></foreignObject>`,
      '<circle cx="150" cy="75" r="20" fill="#00ff00"/>',
    ].join('')
    const spaces = 'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude"'
    const drawn = await previewsOf(svg(inside, `${spaces} width="300" height="150"`), 'image/svg+xml')
    expect(isLike((await lookAt(drawn.files.high)).colour, [0, 255, 0, 255])).toBe(true)
    // Away from the circle it is as black as without them: nothing of the red file is in it.
    const corner = sharp(drawn.files.high).extract({ left: 0, top: 0, width: 150, height: 100 })
    const reds = (await corner.removeAlpha().raw().toBuffer()).filter((_, index) => index % 3 === 0)
    expect(Math.max(...reds)).toBeLessThan(10)
    expect(requests).toBe(0)
    server.close()
  })

  test('draws an embedded image', async () => {
    const held = (await picture('png', 20, 20)).toString('base64')
    const inside = `<image href="data:image/png;base64,${held}" width="300" height="150" preserveAspectRatio="none"/>`
    expect((await lookAt((await previewsOf(svg(inside), 'image/svg+xml')).files.high)).colour[0]).toBeGreaterThan(180)
  })

  test('with entities or of excessive size is refused', async () => {
    const laughs =
      '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>'
    expect(await outcomeOf(Buffer.from(laughs), 'image/svg+xml')).toBe('unreadable')
    expect(await outcomeOf(svg(`<!--${'x'.repeat(2 ** 21)}-->`), 'image/svg+xml')).toBe('unreadable')
  })

  test('that nests itself exponentially or embeds a huge image is aborted', async () => {
    const doubled = Array.from(
      { length: 30 },
      (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
    )
    const many = svg(`<defs><rect id="g0" width="1" height="1"/>${doubled.join('')}</defs><use href="#g8"/>`)
    const impatient = createPreviewer({ cpuMsMax: 800 })
    expect(await impatient.make({ body: many, mimetype: 'image/svg+xml' })).toHaveProperty('unreadable')
    impatient.close()
    const bomb = claimedPng(100_000, 100_000, 1).toString('base64')
    const holding = svg(`<image href="data:image/png;base64,${bomb}" width="9" height="9"/>`)
    expect(await outcomeOf(holding, 'image/svg+xml')).toBe('previews')
  })
})

describe('hostile files', () => {
  test.each([100_000, 20_000])('%i pixels square are refused by their size, before they are decoded', async (side) => {
    const outcome = await previewer.make({ body: claimedPng(side, side, 1), mimetype: 'image/png' })
    expect(outcome).toEqual({ unreadable: 'The image has more than 100 million pixels.' })
  })

  test('truncated, damaged or unsupported files are refused', async () => {
    const png = await picture('png', 300, 300)
    expect(await outcomeOf(png.subarray(0, 60), 'image/png')).toBe('unreadable')
    expect(await outcomeOf(claimedPng(300, 300, 3), 'image/png')).toBe('unreadable')
    expect(await outcomeOf(Buffer.alloc(5_000, 1), 'image/jpeg')).toBe('unreadable')
    expect(await outcomeOf(Buffer.from('BM'), 'image/bmp')).toBe('unreadable')
    expect(await outcomeOf(new Uint8Array(), 'image/gif')).toBe('unreadable')
  })

  test('one that takes too much memory is aborted, and the next one succeeds', async () => {
    const large = await picture('gif', 5_000, 5_000)
    const frugal = createPreviewer({ atOnce: 1, memoryMax: 140 * 2 ** 20 })
    const [ended, made] = await Promise.all([
      frugal.make({ body: large, mimetype: 'image/gif' }),
      frugal.make({ body: await picture('png', 5, 5), mimetype: 'image/png' }),
    ])
    expect(ended).toEqual({ unreadable: 'The image needs too much memory.' })
    expect(made).toHaveProperty('previews')
    frugal.close()
  })

  test('one that takes too long is aborted, and the next one succeeds', async () => {
    const impatient = createPreviewer({ atOnce: 1, cpuMsMax: 1_000 })
    const noise = '<feTurbulence baseFrequency="0.05" numOctaves="100000"/>'.repeat(50)
    const slow = svg(
      `<filter id="f" width="100%" height="100%">${noise}</filter><rect width="300" height="150" filter="url(#f)"/>`,
    )
    const [ended, made] = await Promise.all([
      impatient.make({ body: slow, mimetype: 'image/svg+xml' }),
      impatient.make({ body: await picture('png', 5, 5), mimetype: 'image/png' }),
    ])
    expect(ended).toEqual({ unreadable: 'The image takes too long to process.' })
    expect(made).toHaveProperty('previews')
    impatient.close()
  })

  test('nothing waits forever on a closed previewer', async () => {
    const closed = createPreviewer()
    const making = closed.make({ body: await picture('png', 5, 5), mimetype: 'image/png' })
    closed.close()
    expect(await making).toHaveProperty('crashed')
    expect(await closed.make({ body: new Uint8Array(), mimetype: 'image/png' })).toHaveProperty('crashed')
  })
})
