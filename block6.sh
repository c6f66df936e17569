aws dynamodb delete-table --table-name $TABLE-restored
rm items.json batch.json
