import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage title="Insights" heights={["h-14", "h-80", "h-72"]} />;
export default Loading;
