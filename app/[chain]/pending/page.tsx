export { generateMetadata, Page as default } from '#components/evm/chain/pending/pending-page.tsx'
