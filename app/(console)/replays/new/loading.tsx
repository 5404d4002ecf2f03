import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage title="Ask other models" heights={["h-80", "h-40"]} />;
export default Loading;
