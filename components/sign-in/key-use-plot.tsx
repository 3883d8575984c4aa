'use client'

import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { UseSpan } from './key-use-spans.ts'

const axis = { stroke: 'var(--line)', tick: { fill: 'var(--muted)', fontSize: 12 }, tickLine: false } as const

/** Requests of a key over time. */
export const KeyUsePlot = ({ spans, isDaily }: { spans: readonly UseSpan[]; isDaily: boolean }) => {
  const title = (start: string) => (isDaily ? start.slice(5, 10) : `${start.slice(5, 10)} ${start.slice(11, 16)}`)
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...spans]}
        margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
        barCategoryGap={1}
        accessibilityLayer
      >
        <XAxis
          dataKey="start"
          height={20}
          interval="preserveStartEnd"
          minTickGap={48}
          tickFormatter={title}
          {...axis}
        />
        <YAxis
          width={48}
          allowDecimals={false}
          tickFormatter={(value: number) => groupedNumber(value)}
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
          labelFormatter={(start) => `from ${String(start).slice(0, 16).replace('T', ' ')} UTC`}
          formatter={(value) => groupedNumber(String(value))}
        />
        <Bar
          dataKey="requests"
          name="Requests"
          fill="var(--accent)"
          fillOpacity={0.75}
          radius={[2, 2, 0, 0]}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}
