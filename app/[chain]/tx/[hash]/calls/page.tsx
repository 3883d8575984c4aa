export { generateMetadata, Page as default } from '#components/evm/trace/calls-page.tsx'
