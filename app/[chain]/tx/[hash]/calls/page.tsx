export { generateMetadata, Page as default } from '#components/evm/transaction/calls/calls-page.tsx'
