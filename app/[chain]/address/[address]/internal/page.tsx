export { generateMetadata, Page as default } from '#components/evm/trace/wallet-internal-page.tsx'
