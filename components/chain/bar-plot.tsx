'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { compactCount, groupedNumber } from '#lib/format/amount.ts'
import { axisEnd, type Kinds, type Bar as NamedBar } from './bar.ts'
import { barAxisHeight, barAxisWidth } from './drawn-bars.tsx'

const axis = { stroke: 'var(--line)', tick: { fill: 'var(--muted)', fontSize: 12 }, tickLine: false } as const

/** As wide as the server's bars, where there are few. */
const barWidthMax = 48

const still = { fillOpacity: 0.8, maxBarSize: barWidthMax, isAnimationActive: false } as const

/** The interactive chart, for the pointer and the arrow keys. */
export const BarPlot = ({
  label,
  bars,
  valueTitle,
  areAllNamed = false,
  kinds,
}: {
  label: string
  bars: readonly NamedBar[]
  valueTitle: string
  areAllNamed?: boolean
  kinds?: Kinds
}) => {
  const most = axisEnd(Math.max(...bars.map(({ value }) => value)))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={bars.map((bar) => ({ ...bar, rest: bar.value - (bar.part ?? 0) }))}
        margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
        barCategoryGap={areAllNamed ? 6 : 1}
        accessibilityLayer
        aria-label={label}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="name"
          height={barAxisHeight}
          interval={areAllNamed ? 0 : 'preserveStartEnd'}
          minTickGap={64}
          {...axis}
        />
        <YAxis
          width={barAxisWidth}
          domain={[0, most]}
          ticks={most > 1 ? [0, most / 2, most] : [0, most]}
          tickFormatter={compactCount}
          {...axis}
          axisLine={false}
        />
        <Tooltip
          cursor={{ fill: 'var(--sunken)' }}
          contentStyle={{
            background: 'var(--surface)',
            border: '1px solid var(--line)',
            borderRadius: 8,
            color: 'var(--ink)',
            fontSize: 13,
          }}
          itemStyle={{ color: 'var(--ink)' }}
          labelFormatter={(name, [entry]) => entry?.payload.title ?? name}
          formatter={(value) => groupedNumber(String(value))}
        />
        {kinds ? (
          <>
            <Bar {...still} dataKey="part" stackId="kinds" name={kinds[0]} fill="var(--warm)" />
            <Bar {...still} dataKey="rest" stackId="kinds" name={kinds[1]} fill="var(--good)" />
          </>
        ) : (
          <Bar {...still} dataKey="value" name={valueTitle} fill="var(--chart)" radius={[2, 2, 0, 0]} />
        )}
      </BarChart>
    </ResponsiveContainer>
  )
}
