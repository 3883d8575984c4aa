'use client'

import { Fragment, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Link } from '#components/ui/link.tsx'
import { tokenKinds } from '#lib/format/source-tokens.ts'
import { type LineRange, lineRange, lineRangeText } from './line-range.ts'

/** Short: there may be thousands of each on a page. */
const classes = { comment: 'c', keyword: 'k', string: 's', function: 'f', constant: 'n' } as const satisfies Record<
  (typeof tokenKinds)[number],
  string
>

const tokenSize = 3

/**
 * Lines of source code. A click on a number marks its line, with Shift a range, and writes it into the URL; without JavaScript,
 * numbers are links to themselves.
 */
export const CodeLines = ({
  first,
  text,
  tokens,
  links,
  marked: markedAtFirst,
  label,
}: {
  /** The number of the first line. */
  first: number
  text: string
  /** Of each line, one after the other: start, length and kind; kinds after the last one are links. */
  tokens: readonly (readonly number[])[]
  links: readonly string[]
  marked: LineRange | undefined
  label: string
}) => {
  const [marked, setMarked] = useState(markedAtFirst)
  const lines = text.split('\n')
  const from = markedAtFirst?.[0]
  useEffect(() => {
    if (from !== undefined && location.hash === '') document.getElementById(`L${from}`)?.scrollIntoView()
  }, [from])
  const mark = (event: MouseEvent<HTMLElement>) => {
    const number = Number(event.target instanceof HTMLAnchorElement ? event.target.textContent : Number.NaN)
    if (!(number > 0) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const range = event.shiftKey && marked ? lineRange(marked[0], number) : lineRange(number, number)
    setMarked(range)
    const url = new URL(location.href)
    url.searchParams.set('lines', lineRangeText(range))
    url.hash = ''
    history.replaceState(history.state, '', url)
  }
  return (
    <div className="source">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are reached and pressed by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: one listener for a thousand links */}
      <div className="source-numbers" onClick={mark}>
        {lines.map((_, index) => {
          const number = first + index
          const isMarked = marked && number >= marked[0] && number <= marked[1]
          return (
            <a key={number} id={`L${number}`} href={`#L${number}`} className={isMarked ? 'on' : undefined}>
              {number}
            </a>
          )
        })}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="source-lines" tabIndex={0} aria-label={label}>
        <pre>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
            <Fragment key={index}>{partsOf(`${line}\n`, tokens[index] ?? [], links)}</Fragment>
          ))}
        </pre>
      </section>
    </div>
  )
}

const partsOf = (text: string, tokens: readonly number[], links: readonly string[]): ReactNode => {
  if (tokens.length === 0) return text
  const parts: ReactNode[] = []
  let position = 0
  for (let at = 0; at < tokens.length; at += tokenSize) {
    const [start = 0, length = 0, kind = 0] = tokens.slice(at, at + tokenSize)
    if (start > position) parts.push(text.slice(position, start))
    position = start + length
    const content = text.slice(start, position)
    const link = links[kind - tokenKinds.length]
    const name = tokenKinds[kind]
    parts.push(
      link === undefined ? (
        <i key={start} className={name && classes[name]}>
          {content}
        </i>
      ) : (
        <Link key={start} href={link} className={classes.string}>
          {content}
        </Link>
      ),
    )
  }
  if (position < text.length) parts.push(text.slice(position))
  return parts
}
