import type { CacheNode, FlightRouterState, Segment } from 'next/dist/shared/lib/app-router-types'
import type { TransportData, TransportNode, TransportSegment } from 'next/dist/shared/lib/rsc-transport'

/** One segment of a page as Next's layout router reads it: what the server rendered, and the segments inside. */
export type RouteNode = { data: CacheNode; slots: Map<string, RouteNode> | null }

/** A page: the same tree twice, as names (`state`) and as what is rendered (`root`), and the document's head. */
export type Route = { state: FlightRouterState; root: RouteNode; head: RouteNode }

/** The first segment of a page that finds `current` true scrolls to itself, and sets it to false. */
type Scroll = { current: boolean } | null

const segmentOf = (segment: TransportSegment): Segment =>
  typeof segment === 'string' ? segment : [segment.n, segment.k ?? '', segment.t, segment.s]

const nodeOf = (rsc: CacheNode['rsc'], scrollRef: Scroll, slots: RouteNode['slots'] = null): RouteNode => ({
  data: { rsc, prefetchRsc: null, varyParams: null, scrollRef, bfcacheId: 0 },
  slots,
})

const read = (node: TransportNode, scroll: Scroll): { state: FlightRouterState; root: RouteNode } => {
  const children = [...(node.c ?? [])].map(([slot, child]) => [slot, read(child, scroll)] as const)
  return {
    state: [segmentOf(node.s), Object.fromEntries(children.map(([slot, { state }]) => [slot, state]))],
    root:
      children.length === 0
        ? nodeOf(node.d?.r, scroll)
        : nodeOf(node.d?.r, null, new Map(children.map(([slot, { root }]) => [slot, root]))),
  }
}

/** What the server sent for a whole page. */
export const routeOf = ({ t, h }: TransportData, scroll: Scroll): Route => ({
  ...read(t, scroll),
  head: nodeOf(h?.r, null),
})

const isSameSegment = (one: Segment, other: Segment): boolean => JSON.stringify(one) === JSON.stringify(other)

const under = (
  now: RouteNode,
  nowState: FlightRouterState,
  then: RouteNode,
  thenState: FlightRouterState,
): RouteNode =>
  then.slots === null || now.slots === null || !isSameSegment(nowState[0], thenState[0])
    ? then
    : {
        data: now.data,
        slots: new Map(
          [...then.slots].map(([slot, child]) => {
            const [inside, nowInside, thenInside] = [now.slots?.get(slot), nowState[1][slot], thenState[1][slot]]
            return [slot, inside && nowInside && thenInside ? under(inside, nowInside, child, thenInside) : child]
          }),
        ),
      }

/** An earlier page inside the layouts that it shares with the page of now: they know what was chosen since (a theme, say). */
export const insideLayoutsOf = (now: Route, then: Route): Route => ({
  ...then,
  root: under(now.root, now.state, then.root, then.state),
})
