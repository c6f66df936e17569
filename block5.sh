aws --version   # aws-cli/2
aws dynamodb scan --table-name $TABLE-restored --query Items --output json > items.json
jq -c --arg table $TABLE --arg now $(date -u +%Y-%m-%dT%H:%M:%S.000Z) '
  map(select(has("deleted_at") | not) | if has("updated_at") and ($table | test("bookmarks|stocks"))
    then .shown_updated_at //= .updated_at | .updated_at.S = $now else . end) |
  range(0; length; 25) as $at | {($table): [.[$at:$at + 25][] | {PutRequest: {Item: .}}]}' items.json |
  while read -r BATCH; do
    printf '%s' "$BATCH" > batch.json
    aws dynamodb batch-write-item --request-items file://batch.json --query UnprocessedItems
  done
