export { TimelineFrame as default } from '#components/evm/timeline/timeline-frame.tsx'
