'use client'

import { useEffect, useState } from 'react'
import { groupedNumber } from '#lib/format/amount.ts'

const tickMs = 1_000

const parts = [
  { seconds: 86_400, unit: 'd' },
  { seconds: 3_600, unit: 'h' },
  { seconds: 60, unit: 'min' },
  { seconds: 1, unit: 's' },
] as const

/** `1,204 d 3 h 12 min 8 s` */
const countdownText = (seconds: number): string => {
  let left = seconds
  const texts = parts.map(({ seconds: size, unit }) => {
    const count = Math.floor(left / size)
    left -= count * size
    return { count, text: `${groupedNumber(count)} ${unit}` }
  })
  return texts
    .slice(
      Math.max(
        0,
        texts.findIndex(({ count }) => count > 0),
      ),
    )
    .map(({ text }) => text)
    .join(' ')
}

/** The remaining blocks, and in browsers the remaining time, until an expected moment in unix seconds. */
export const Countdown = ({ blocks, seconds }: { blocks: number; seconds: number }) => {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, seconds - Math.floor(Date.now() / 1_000)))
    tick()
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <p className="tabular-nums">
      {groupedNumber(blocks)} {blocks === 1 ? 'block' : 'blocks'} to go
      {left !== undefined && left > 0 && `, about ${countdownText(left)}`}.
    </p>
  )
}
