'use client'

import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { groupedNumber } from '#lib/format/amount.ts'
import { axisHeight, axisWidth, type DayCount } from './day-bars.tsx'

const axis = { stroke: 'var(--line)', tick: { fill: 'var(--muted)', fontSize: 12 }, tickLine: false } as const

/** The chart that answers the pointer and the keyboard. */
export const DayPlot = ({ days, label }: { days: readonly DayCount[]; label: string }) => {
  const most = Math.max(1, ...days.map(({ count }) => count))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...days]}
        margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
        barCategoryGap={1}
        accessibilityLayer
        aria-label={label}
      >
        <XAxis dataKey="day" height={axisHeight} interval="preserveStartEnd" minTickGap={64} {...axis} />
        <YAxis
          width={axisWidth}
          domain={[0, most]}
          ticks={[0, most]}
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
          formatter={(value) => groupedNumber(String(value))}
        />
        <Bar
          dataKey="count"
          name={label}
          fill="var(--accent)"
          fillOpacity={0.75}
          radius={[2, 2, 0, 0]}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}
