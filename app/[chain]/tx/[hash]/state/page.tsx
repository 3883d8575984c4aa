export { generateMetadata, Page as default } from '#components/evm/trace/state-page.tsx'
