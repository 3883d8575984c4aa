import { folderCid } from './cid.ts'
import { drawLight } from './light.ts'
import { drawPostcard } from './postcard.ts'
import { drawStamp, stampMotifs } from './stamp.ts'

export const postcardCount = 220
export const stampCount = 16
const lightCount = 60

export type Documents = {
  /** Where the contracts' URIs start, each with its closing slash. */
  folders: { postcards: string; postcardsAgain: string; stamps: string; lights: string }
  /** `<cid>/<name>` to what is there. */
  files: Map<string, Uint8Array>
}

/** All metadata and images that the ledger's NFTs point at, under the content ids that IPFS would give them. */
export function makeDocuments(): Documents {
  const files = new Map<string, Uint8Array>()
  const publish = (folder: Map<string, Uint8Array>) => {
    const cid = folderCid(folder)
    for (const [name, content] of folder) files.set(`${cid}/${name}`, content)
    return `ipfs://${cid}/`
  }
  const cards = Array.from({ length: postcardCount }, (_, id) => drawPostcard(id))
  const cardImages = publish(new Map(cards.map((card, id) => [`${id}.svg`, text(card.svg)])))
  const postcards = (isAgain: boolean) =>
    publish(new Map(cards.map((_, id) => [`${id}.json`, json(postcardDocument(id, cardImages, isAgain))])))
  const stampIds = Array.from({ length: stampCount }, (_, i) => i + 1)
  const stampImages = publish(new Map(stampIds.map((id) => [`${id}.png`, drawStamp(id)])))
  const stamps = stampIds.map((id) => [`${paddedId(id)}.json`, json(stampDocument(id, stampImages))] as const)
  const lightIds = Array.from({ length: lightCount }, (_, i) => i + 1)
  const lightImages = publish(new Map(lightIds.map((id) => [`${id}.svg`, text(drawLight(id).svg)])))
  const lights = lightIds.map((id) => [`${id}.json`, json(lightDocument(id, lightImages))] as const)
  const folders = {
    postcards: postcards(false),
    postcardsAgain: postcards(true),
    stamps: publish(new Map(stamps)),
    lights: publish(new Map(lights)),
  }
  return { folders, files }
}

/** ERC-1155: lower-case hex, 64 digits, no 0x. */
const paddedId = (id: number) => id.toString(16).padStart(64, '0')
const text = (content: string) => Buffer.from(content, 'utf8')
const json = (content: unknown) => text(JSON.stringify(content))

function postcardDocument(id: number, images: string, isAgain: boolean) {
  const { hour, place, boats, tide } = drawPostcard(id)
  const attributes = [
    { trait_type: 'Hour', value: hour },
    { trait_type: 'Place', value: place },
    { trait_type: 'Boats', value: boats },
    { trait_type: 'Tide', value: tide, display_type: 'number', max_value: 6 },
  ]
  const postmark = { trait_type: 'Postmark', value: id < 60 ? 'First edition' : 'Open edition' }
  return {
    name: `Tide Postcard No. ${id}`,
    description: `${hour} at ${place}, as the tide stood.`,
    image: `${images}${id}.svg`,
    external_url: `https://tide-postcards.example/card/${id}`,
    attributes: isAgain ? [...attributes, postmark] : attributes,
  }
}

function stampDocument(id: number, images: string) {
  const motif = stampMotifs[(id - 1) % stampMotifs.length] ?? 'Bell'
  const shillings = [1, 2, 5, 10][(id - 1) % 4] ?? 1
  return {
    name: `Market Stamp ${id}: ${motif}, ${shillings} sh.`,
    description: 'Stamps of the harbor market, printed in editions. Token {id}.',
    decimals: 0,
    image: `${images}${id}.png`,
    properties: { motif, shillings },
  }
}

function lightDocument(id: number, images: string) {
  const { glass, storeys, turn } = drawLight(id)
  return {
    name: `Harbor Light #${id}`,
    description: `A lighthouse of ${storeys} storeys with ${glass.toLowerCase()} glass.`,
    image: `${images}${id}.svg`,
    attributes: [
      { trait_type: 'Glass', value: glass },
      { trait_type: 'Storeys', value: storeys },
      { trait_type: 'Turn', value: turn },
    ],
  }
}
