export { generateMetadata, Page as default } from '#components/evm/simulation/simulate-page.tsx'
