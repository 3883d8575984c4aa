export { generateMetadata, Page as default } from '#components/evm/transaction/state/state-page.tsx'
