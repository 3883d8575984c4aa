import type { NodeState } from './node-state.ts'

type Choice<Node> = { chosen: Node; restsUntil: number } | 'all_busy'

/** The nodes that have the block, or all if none has it, without those at their limit; the best first. */
export function ranked<Node extends NodeState>(awake: readonly Node[], minimumHead: number | undefined): Node[] {
  const recent = awake.filter(({ head }) => minimumHead === undefined || head === null || head >= minimumHead)
  const candidates = recent.length > 0 ? recent : awake
  return candidates.filter((node) => !node.isFull).sort((a, b) => a.cost - b.cost)
}

/** The best node; if all rest, the one that is available first. */
export function chooseNode<Node extends NodeState>(
  nodes: readonly Node[],
  minimumHead: number | undefined,
  now: number,
): Choice<Node> {
  const isAnyAwake = nodes.some((node) => node.restsUntil(now) === 0)
  const restsUntil = (node: NodeState): number => (isAnyAwake ? node.restsUntil(now) : node.restsAloneUntil(now))
  const awake = nodes.filter((node) => restsUntil(node) === 0)
  const [chosen] = ranked(awake, minimumHead)
  if (chosen) return { chosen, restsUntil: 0 }
  if (awake.length > 0) return 'all_busy'
  const [first] = nodes.toSorted((a, b) => restsUntil(a) - restsUntil(b))
  return first ? { chosen: first, restsUntil: restsUntil(first) } : 'all_busy'
}
