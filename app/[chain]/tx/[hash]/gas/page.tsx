export { generateMetadata, Page as default } from '#components/evm/trace/gas-page.tsx'
