export { generateMetadata, Page as default } from '#components/evm/trace/chain-internal-page.tsx'
