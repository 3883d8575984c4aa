import { seededRandom } from '#tests/demo-recorder/random.ts'

const hours = [
  { name: 'Dawn', sky: ['#fbd3b0', '#f58e84'], sun: '#fff3d6', sea: ['#e98c7d', '#b65f74', '#6d3f68'] },
  { name: 'Noon', sky: ['#bfe6f7', '#7cc3e8'], sun: '#fffbe0', sea: ['#58b5d1', '#2f8fb5', '#1c6690'] },
  { name: 'Dusk', sky: ['#3d3a73', '#d9708b'], sun: '#ffd08a', sea: ['#7d4f86', '#4f3a75', '#2c2455'] },
  { name: 'Night', sky: ['#0d1733', '#26406b'], sun: '#e9efff', sea: ['#1e3a5f', '#152a49', '#0c1a30'] },
  { name: 'Mist', sky: ['#dfe6e4', '#b7c7c5'], sun: '#ffffff', sea: ['#9db6b3', '#7b9996', '#5a7b79'] },
] as const
const places = ['North Quay', 'Gull Rock', 'Lantern Steps', 'Old Slip', 'The Narrows', 'Salt Row'] as const
const sails = ['#fffaf0', '#e4572e', '#f3a712', '#29335c'] as const

export type Postcard = { svg: string; hour: string; place: string; boats: number; tide: number }

/** A view of the bay: the hour gives the colours, the tide lifts the sea, now and then there are boats. */
export function drawPostcard(id: number): Postcard {
  const random = seededRandom(70_000 + id)
  const hour = random.pick(hours)
  const place = random.pick(places)
  const tide = random.whole(0, 6)
  const boats = random.whole(0, 3)
  const horizon = 190 - tide * 5
  const waves = hour.sea.map((colour, i) => wave(horizon + i * 34, colour, random.whole(0, 60), 7 + i * 3))
  const parts = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">',
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${hour.sky[0]}"/><stop offset="1" stop-color="${hour.sky[1]}"/></linearGradient></defs>`,
    '<rect width="400" height="300" fill="#f7f2e7"/><svg x="14" y="14" width="372" height="272" viewBox="14 14 372 272">',
    '<rect width="400" height="300" fill="url(#s)"/>',
    `<circle cx="${random.whole(70, 330)}" cy="${random.whole(55, 120)}" r="${random.whole(18, 34)}" fill="${hour.sun}"/>`,
    hill(horizon, random.whole(20, 200), random.whole(120, 220), hour.sea[2]),
    waves[0],
    ...Array.from({ length: boats }, () =>
      boat(random.whole(60, 340), horizon + random.whole(12, 40), random.pick(sails)),
    ),
    waves[1],
    waves[2],
    '</svg></svg>',
  ]
  return { svg: parts.join(''), hour: hour.name, place, boats, tide }
}

function wave(y: number, colour: string, shift: number, height: number): string {
  return `<path d="M${-80 + shift - 60} ${y}${`q30 ${-height} 60 0t60 0`.repeat(5)}V300H-140z" fill="${colour}"/>`
}

function hill(horizon: number, x: number, width: number, colour: string): string {
  return `<path d="M${x} ${horizon + 8}q${width / 2} ${-width / 2.4} ${width} 0z" fill="${colour}" opacity=".55"/>`
}

function boat(x: number, y: number, sail: string): string {
  return `<g transform="translate(${x} ${y})"><path d="M-18 0h36l-7 9h-22z" fill="#33261d"/><path d="M0-34v32h19z" fill="${sail}"/><path d="M-2-28v26h-13z" fill="${sail}" opacity=".8"/></g>`
}
