-- What reports of costs group calls by: without these, the planner takes each call for a group of its own and sorts them all.
CREATE STATISTICS "model_calls_day" ON (date_trunc('day', "at" AT TIME ZONE 'UTC')) FROM "model_calls";--> statement-breakpoint
CREATE STATISTICS "model_calls_week" ON (date_trunc('week', "at" AT TIME ZONE 'UTC')) FROM "model_calls";--> statement-breakpoint
CREATE STATISTICS "model_calls_line" ON (CASE WHEN starts_with("model", 'simulated:') THEN 'simulated' ELSE "purpose" END) FROM "model_calls";
