export { generateMetadata, Page as default } from '#components/evm/network/chain-page.tsx'
