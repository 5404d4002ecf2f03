import { redirect } from "next/navigation";
import { SETTINGS_PLACES } from "@/components/settings/places";

export default function SettingsPage() {
  redirect(SETTINGS_PLACES[0].href);
}
