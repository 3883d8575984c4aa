import { seededRandom } from '#tests/demo-recorder/random.ts'

const glass = ['Amber', 'Ruby', 'Sea', 'Clear'] as const
const beams = { Amber: '#ffc85c', Ruby: '#ff6b6b', Sea: '#6fe3d1', Clear: '#fdf7e3' } as const
const nights = ['#0b1026', '#131a3a', '#1c1533', '#0e2230'] as const

export type Light = { svg: string; glass: (typeof glass)[number]; storeys: number; turn: number }

/** A lighthouse at night. The beam's angle, the glass and the number of storeys make each one. */
export function drawLight(id: number): Light {
  const random = seededRandom(50_000 + id)
  const kind = random.pick(glass)
  const storeys = random.whole(3, 7)
  const turn = random.whole(-40, 40)
  const top = 250 - storeys * 26
  const bands = Array.from({ length: storeys }, (_, i) => {
    const half = 17 + i * 2.5
    const colour = i % 2 === 0 ? '#f4efe6' : '#c8453b'
    return `<path d="M${160 - half} ${top + i * 26}h${half * 2}l2.5 26h${-half * 2 - 5}z" fill="${colour}"/>`
  })
  const stars = Array.from(
    { length: 16 },
    () => `<circle cx="${random.whole(4, 316)}" cy="${random.whole(4, 170)}" r="1.2"/>`,
  )
  const beam = (dx: number) => `<path d="M160 ${top - 12}l${dx} -46v92z" fill="${beams[kind]}" opacity=".45"/>`
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><rect width="320" height="320" fill="${random.pick(nights)}"/>`,
    `<g fill="#fff" opacity=".75">${stars.join('')}</g>`,
    `<g transform="rotate(${turn} 160 ${top - 12})">${beam(210)}${beam(-210)}</g>`,
    `<path d="M0 262q80 -26 160 -8t160 -4v70H0z" fill="#2a2f3a"/>`,
    ...bands,
    `<rect x="147" y="${top - 24}" width="26" height="24" fill="${beams[kind]}"/><path d="M141 ${top - 24}h38l-19 -18z" fill="#23262e"/></svg>`,
  ]
  return { svg: svg.join(''), glass: kind, storeys, turn }
}
